{{/* Which role serves which path: as in deploy/nginx/signalbox.conf.template. */}}
{{- define "signalbox.paths" -}}
/api/[1-9][0-9]*/.*: ingest
/api/v1/(telemetry/(metrics|spans)|write)/?$: ingest
/(v1/(traces|metrics|logs)|api/(envelope|store)|cron/.+)/?$: ingest
/api/v1/telemetry/(query/.*|errors/?$): query
/api/v1/telemetry/projects/[^/]+/grouping/.*: query
/api/v1/issues/[^/]+/(events|grouping|tags)(/.*|$): query
/api/0/(projects/[^/]+/[^/]+/events|organizations/[^/]+/(events|monitors))(/.*|$): query
/mcp/?$: agent
/(?!internal/).*: control-plane
{{- end -}}
