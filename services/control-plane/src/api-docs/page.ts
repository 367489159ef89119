/**
 * The page around the viewer. URLs are absolute paths, so that the page works with and without a trailing slash; the
 * script is a separate file, so that the content security policy can forbid inline scripts.
 */
export const pageHtml = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Signalbox API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <noscript>This page needs JavaScript. The document itself: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
    <div id="api"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/initializer.js"></script>
  </body>
</html>
`

/** Starts the viewer. The validator badge is off because it would send the document's URL to a third-party server. */
export const initializerScript = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
  queryConfigEnabled: false,
})
`
