import { arch, platform } from 'node:process'

/** What the tests use of a page of Playwright. */
export type BrowserPage = {
  goto(path: string): Promise<unknown>
  evaluate<T>(script: string): Promise<T>
  textContent(selector: string): Promise<string | null>
  emulateMedia(options: { media: 'print' | 'screen' }): Promise<void>
  setViewportSize(size: { width: number; height: number }): Promise<void>
  screenshot(options: { path: string }): Promise<unknown>
  readonly keyboard: { press(key: string): Promise<void> }
  waitForNavigation(): Promise<{ status(): number } | null>
  locator(selector: string): { count(): Promise<number>; first(): { click(): Promise<void> } }
}

type Options = {
  readonly httpCredentials?: { readonly username: string; readonly password: string }
  readonly locale: string
  readonly baseURL?: string
}
export type Chromium = {
  newContext(options: Options): Promise<{ newPage(): Promise<BrowserPage> }>
  close(): Promise<void>
}

type Launch = { readonly executablePath: string; readonly args: readonly string[]; readonly headless: boolean }
type Playwright = { readonly chromium: { launch(options: Launch): Promise<Chromium> } }
type Packed = {
  readonly default: { executablePath(): Promise<string>; readonly args: readonly string[] }
  inflate(archive: string): Promise<string>
  setupLambdaEnvironment(libraries: string): void
}

/** Loaded where they are used: they are large, and nothing else is to need them. */
const [PLAYWRIGHT, PACKED, AXE]: readonly string[] = ['playwright-core', '@sparticuz/chromium', 'axe-core']
const ARCHIVE = new URL('../../../../node_modules/@sparticuz/chromium/bin/al2023.tar.br', import.meta.url)

/**
 * A real browser out of an npm package, so that a test needs nothing else; with the libraries of the package where the machine
 * lacks them. Null where the package has none for the platform.
 */
export async function openChromium(): Promise<Chromium | null> {
  if (platform !== 'linux' || arch !== 'x64') return null
  const { chromium }: Playwright = await import(PLAYWRIGHT as string)
  const packed: Packed = await import(PACKED as string)
  const { default: browser } = packed
  const start = async () =>
    chromium.launch({ executablePath: await browser.executablePath(), args: browser.args, headless: true })
  return start().catch(async () => {
    packed.setupLambdaEnvironment(`${await packed.inflate(ARCHIVE.pathname)}/lib`)
    return start()
  })
}

/** The levels A and AA of WCAG 2.2. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe says against the page that is open: the rule, and the first element. */
export async function violationsIn(page: BrowserPage, tags: readonly string[]): Promise<readonly string[]> {
  const { default: axe }: { default: { readonly source: string } } = await import(AXE as string)
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(`
    axe.run({ runOnly: { type: 'tag', values: ${JSON.stringify(tags)} } })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))
  `)
}

/** Between the margins of A4, at 96 pixels an inch: 210 mm less two of 16 mm, or across 297 mm less two of 10 mm. */
const A4 = { portrait: { width: 673, height: 990 }, landscape: { width: 1047, height: 700 } } as const
const IS_LANDSCAPE = `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  .some((rule) => rule instanceof CSSPageRule && rule.cssText.includes('landscape'))`

/** The paper that a page asks for. */
export async function sizeOfPaper(page: BrowserPage): Promise<{ width: number; height: number }> {
  return A4[(await page.evaluate<boolean>(IS_LANDSCAPE)) ? 'landscape' : 'portrait']
}
