interface PagesProps {
  page: number
  hasMore: boolean
  onChange(page: number): void
}

/** Links to newer and older pages of a list. */
export function Pages({ page, hasMore, onChange }: PagesProps) {
  return (
    <>
      {page > 1 && (
        <button type="button" className="link" onClick={onChange.bind(undefined, page - 1)}>
          Newer
        </button>
      )}
      {hasMore && (
        <button type="button" className="link" onClick={onChange.bind(undefined, page + 1)}>
          Older
        </button>
      )}
    </>
  )
}
