import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type Router from '@koa/router'

/** Everything comes from this very process, and only scripts and styles in separate files are executed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hauptbuch: the interface</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="interface"><p>The same as a document: <a href="/openapi.json">/openapi.json</a></p></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** validatorUrl: the document is not sent to anybody to be judged. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#interface',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

const FILES = { 'swagger-ui-bundle.js': 'js', 'swagger-ui.css': 'css', 'favicon-32x32.png': 'png' } as const

/**
 * The OpenAPI document, and a page that shows it without any other host. The long ones are bytes that all answers share:
 * anybody may ask for them, and read nothing.
 */
export function addDocs(router: Router, document: object): void {
  const text = Buffer.from(JSON.stringify(document))
  router.get('/openapi.json', (ctx) => {
    ctx.type = 'json'
    ctx.body = text
  })
  router.get('/docs', (ctx) => {
    ctx.set('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    ctx.type = 'html'
    ctx.body = PAGE
  })
  router.get('/docs/start.js', (ctx) => {
    ctx.type = 'js'
    ctx.body = START
  })
  for (const [name, type] of Object.entries(FILES)) {
    const path = fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
    let bytes: Buffer | undefined
    router.get(`/docs/${name}`, async (ctx) => {
      ctx.set('Cache-Control', 'public, max-age=3600')
      ctx.type = type
      bytes ??= await readFile(path)
      ctx.body = bytes
    })
  }
}
