import { toSlug } from '../identity/organization-slug.js'
import type { ProjectRow, ProjectStore } from './store/projects.js'

/** Returns the projects with a slug, oldest first. @param slug In any case. */
export function findProjectsBySlug(projects: ProjectStore, organizationId: string, slug: string): ProjectRow[] {
  return projects.list(organizationId).filter(({ name }) => toSlug(name) === slug.toUpperCase())
}

/** Splits a short issue id such as `WEB-SHOP-12`. @returns undefined if it is not one. */
export function readIssueName(text: string): { slug: string; number: number } | undefined {
  const [, slug, number] = /^(.+)-([1-9]\d{0,9})$/.exec(text) ?? []
  return slug === undefined ? undefined : { slug, number: Number(number) }
}
