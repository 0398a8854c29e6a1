/** A row of the table of a statement, as its page has it. */
export type PageRow = {
  readonly kind: string
  readonly id: string | undefined
  readonly label: string
  /** Of all its cells. */
  readonly text: string
  readonly amounts: readonly LinkedAmount[]
}
type LinkedAmount = { readonly minor: number; readonly href: string | undefined }

export function rowsIn(html: string): PageRow[] {
  const [table = ''] = /<tbody>[\s\S]*?<\/tbody>/.exec(html) ?? []
  return [...table.matchAll(/<tr class="([^"]*)"(?: id="([^"]*)")?>(.*?)<\/tr>/gs)].map(
    ([, kind = '', id, cells = '']) => ({
      kind,
      id,
      text: cells.replaceAll(/<[^>]*>/g, ' '),
      label: /<td class="first">(.*?)<\/td>/s.exec(cells)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '',
      amounts: [...cells.matchAll(/<td class="amount"[^>]*>(?:<a href="([^"]*)">)?(?:<bdi>)?([^<]*)/g)].map(
        ([, href, text = '']) => ({ minor: minorIn(text), href: href?.replaceAll('&amp;', '&') }),
      ),
    }),
  )
}

export function minorIn(text: string): number {
  return Math.round(Number(text.replaceAll("'", '')) * 100)
}
