import { targetOf } from '../print/pages/links.ts'
import { type AuditService, askJson } from './ask.ts'
import type { PartOfYear } from './parts-of-year.ts'

type ItemInPackage = {
  readonly id: string
  readonly account_code: string
  readonly journal_entry_id: { readonly id: string }
}
type PageOfItems = { readonly items: readonly ItemInPackage[]; readonly next_cursor: string | null }

/**
 * Where the page of open items leads: to the entry of each item. One of an earlier year has no entry in the package, so it leads to the
 * account that carries it forward. By addresses of the service.
 *
 * @param entries targets of the entries of the package
 * @param files pages of the package
 */
export async function placesOfItems(
  asked: AuditService,
  { path, query }: Pick<PartOfYear, 'path' | 'query'>,
  entries: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  for (let after = {}; ; ) {
    const page = await askJson<PageOfItems>(asked, path, { ...query, ...after, limit: 100, partner_limit: 1 })
    for (const { id, account_code, journal_entry_id } of page?.items ?? []) {
      const address = `/v1/${targetOf('id', id, { root: '' })}`
      const target = entries.get(journal_entry_id.id) ?? `account-${account_code}.html`
      // A payment stands in the list once for each time that it was booked.
      if (!places.has(address) && (target.includes('#') || files.has(target))) places.set(address, target)
    }
    if (!page?.next_cursor) return places
    after = { starting_after: page.next_cursor }
  }
}
