import { writeDeclaration } from '../../../shared/accounting/vat/ech-0217/write-declaration.ts'
import type { VatReturnQuery } from '../../../shared/contract/vat/vat-returns.ts'
import { findLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { Format, Formats, Read } from '../../http/endpoint.ts'
import { printable } from '../../print/formats.ts'
import { presentVatReturn } from './present-vat-return.ts'
import { readPartsOfLines } from './read-parts-of-lines.ts'
import { readReturn } from './read-return.ts'
import { requireInOrder } from './require-in-order.ts'
import { formOfVatReturn, tableOfVatReturn } from './vat-return-table.ts'

export const readVatReturn: Read<VatReturnQuery> = async (deps, request) =>
  presentVatReturn(await readReturn(deps, request))

const readForPage: Read<VatReturnQuery> = async (deps, request) => {
  const ledger = await findLedger(deps.pool, request.query.end_customer_id)
  const answer = await readReturn(deps, request)
  const parts = await readPartsOfLines(deps.pool, answer.read)
  return { ...presentVatReturn(answer), fiscal_years: ledger?.fiscal_years ?? [], parts }
}

/**
 * The eCH-0217 file, which the portal of the tax administration takes: as it was filed, or a preview, whose name and
 * reference say so. A preview is given out while every check holds.
 */
const FILE: Format<VatReturnQuery> = {
  media_type: 'application/xml',
  read: async (deps, request) => {
    const { read, filing } = await readReturn(deps, request)
    const { declaration } = read
    const name = `vat-return-${declaration.period.name}-${filing?.filing_number ?? 'preview'}.xml`
    const headers = { 'Content-Disposition': `attachment; filename="${name}"` }
    if (filing) return { body: filing.xml, headers }
    requireInOrder(declaration)
    return { body: writeDeclaration(declaration), headers }
  },
}

export const VAT_RETURN_FORMATS: Formats<VatReturnQuery> = {
  csv: printable(readVatReturn, tableOfVatReturn).csv as Format<VatReturnQuery>,
  html: printable(readForPage, formOfVatReturn).html as Format<VatReturnQuery>,
  xml: FILE,
}
