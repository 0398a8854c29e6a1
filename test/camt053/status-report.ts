/** Reports that tests write, in the shape in which banks write them. */

type Said = { readonly status?: string; readonly reason?: string }
type Batch = Said & { readonly id: string; readonly payments?: readonly (Said & { readonly id: string })[] }

/** A pain.002 about an order. */
export function statusReport(message_id: string, { status }: Said = {}, batches: readonly Batch[] = []): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
  <GrpHdr><MsgId>R-1</MsgId><CreDtTm>2026-03-31T20:00:00</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
    ${status ? `<GrpSts>${status}</GrpSts>` : ''}</OrgnlGrpInfAndSts>
  ${batches.map(batchOf).join('')}
</CstmrPmtStsRpt></Document>`
}

function batchOf({ id, status, reason, payments = [] }: Batch): string {
  const told = payments.map(
    (
      payment,
    ) => `<TxInfAndSts><OrgnlInstrId>${payment.id}</OrgnlInstrId><OrgnlEndToEndId>${payment.id}</OrgnlEndToEndId>
      ${payment.status ? `<TxSts>${payment.status}</TxSts>` : ''}${reasonOf(payment.reason)}</TxInfAndSts>`,
  )
  return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>
    ${status ? `<PmtInfSts>${status}</PmtInfSts>` : ''}${reasonOf(reason)}${told.join('')}</OrgnlPmtInfAndSts>`
}

function reasonOf(reason: string | undefined): string {
  const [code, ...words] = (reason ?? '').split(' ')
  const said = words.length > 0 ? `<AddtlInf>${words.join(' ')}</AddtlInf>` : ''
  return code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${said}</StsRsnInf>` : ''
}
