import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command, Option } from 'commander'
import { openClient } from '../../shared/client/index.ts'

/** `npm run mcp`: tools of a running service for a model, over stdin and stdout (docs/mcp.md). */
const program = new Command('npm run mcp --')
  .description('Serves the Model Context Protocol: reads with the rights of an API key, and dry runs of facts.')
  .addOption(new Option('--url <url>', 'the running service').env('HAUPTBUCH_URL').default('http://127.0.0.1:3000'))
  .addOption(new Option('--key <key>', 'an API key; better from the environment').env('HAUPTBUCH_KEY'))
  .option('--insecure-http', 'lets the key go to another machine over http, where everybody on the way can read it')
  .option('--write', 'lets facts be recorded that were tried before; needs a key that may write')
  .parse()
type McpOptions = { url: string; key?: string; write?: boolean; insecureHttp?: boolean }
const { url, key = '', write = false, insecureHttp = false } = program.opts<McpOptions>()
if (key === '') program.error('error: set HAUPTBUCH_KEY to an API key of the service (npm run keys -- create --help)')
if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
  program.error('error: HAUPTBUCH_URL must be a URL like http://127.0.0.1:3000')
if (!insecureHttp && isOpenToOthers(new URL(url)))
  program.error(
    'error: HAUPTBUCH_URL must begin with https:// where it is another machine, or everybody on the way can read the key (--insecure-http allows it)',
  )

/** Loaded when they are needed: `--help` and mistakes need nothing of the service. */
const { answeringTransport } = await import('./answering-transport.ts')
const { endpoints } = await import('../routes.ts')
const { buildMcpServer } = await import('./build-server.ts')
const { factTools } = await import('./fact-tools.ts')
const { readTools } = await import('./read-tools.ts')

const client = openClient({ url, key })
const tools = [...readTools(endpoints, client), ...factTools(endpoints, client, write)]
// Standard output belongs to the protocol.
serveStdio(() => buildMcpServer(tools), {
  transport: answeringTransport(process.stdin, process.stdout),
  onerror: ({ message }) => console.error(message),
})

/** Of http, what stays on this machine can be read by nobody else. */
function isOpenToOthers({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
