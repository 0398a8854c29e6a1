import { checkDeclaration } from '../../../shared/accounting/vat/ech-0217/checks.ts'
import { writeDeclaration } from '../../../shared/accounting/vat/ech-0217/write-declaration.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { VatReturnQuery } from '../../../shared/contract/vat/vat-returns.ts'
import type { Format, Formats, Read } from '../../http/endpoint.ts'
import { printable } from '../../print/formats.ts'
import { presentVatReturn } from './present-vat-return.ts'
import { readReturn } from './read-return.ts'
import { formOfVatReturn, tableOfVatReturn } from './vat-return-table.ts'

export const readVatReturn: Read<VatReturnQuery> = async (deps, request) =>
  presentVatReturn(await readReturn(deps, request))

/** The eCH-0217 file, which the portal of the tax administration takes. It is given out while every check holds. */
const FILE: Format<VatReturnQuery> = {
  media_type: 'application/xml',
  read: async (deps, request) => {
    const { declaration } = await readReturn(deps, request)
    const findings = checkDeclaration(declaration).flatMap(({ code, findings }) =>
      findings.map(({ message, remedy }) => `${code}: ${message} ${remedy}`),
    )
    if (findings.length > 0) throw notInOrder(findings)
    const { period } = declaration
    const headers = { 'Content-Disposition': `attachment; filename="vat-return-${period.name}.xml"` }
    return { body: writeDeclaration(declaration), headers }
  },
}

export const VAT_RETURN_FORMATS: Formats<VatReturnQuery> = {
  csv: printable(readVatReturn, tableOfVatReturn).csv as Format<VatReturnQuery>,
  html: printable(readVatReturn, formOfVatReturn).html as Format<VatReturnQuery>,
  xml: FILE,
}

function notInOrder(findings: readonly string[]): ApiError {
  return new ApiError(
    'state_conflict',
    'The VAT return cannot be filed as it stands. The details say what to do.',
    findings.map((message) => ({ pointer: '/period', code: 'return_not_in_order', message })),
  )
}
