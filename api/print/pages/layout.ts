import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { rulesOfCells } from '../css/names-of-columns.ts'
import { styleSheet } from '../css/style-sheet.ts'
import { escapeHtml } from '../escape-html.ts'
import { isolated, isolatedText } from '../isolated.ts'
import { wordOf } from './labels.ts'

/** Of any list. */
const MOST_COLUMNS = 40

const STYLE = [...['page.css', 'rows.css', 'paper.css', 'narrow.css'].map(styleSheet), rulesOfCells(MOST_COLUMNS)].join(
  '',
)

/** A page may only show itself. It needs no script and nothing from elsewhere. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const

type Layout = {
  readonly locale: Locale
  readonly title: string
  /** Of what the page shows: behind the title. */
  readonly name?: string | undefined
  /** HTML of the links above the content. */
  readonly navigation: string
}

/** What stands above and below the content of every page. */
export function layoutOf({ locale, title, name, navigation }: Layout): {
  readonly above: string
  readonly below: string
} {
  return {
    above: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name === undefined ? title : `${title}: ${isolatedText(name)}`)} – Hauptbuch</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">${wordOf('skip', locale)}</a>
<header>${navigation}</header>
<main id="content" tabindex="-1">
<h1>${escapeHtml(title)}${name === undefined ? '' : `: ${isolated(name)}`}</h1>
`,
    below: '</main>\n</body>\n</html>\n',
  }
}
