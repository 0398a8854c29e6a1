/** A camt.053 of January 2026: opening balance 20,000.00, +2,162.00, −108.10, closing balance 22,053.90. */
export const BANK_STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>STMT-2026-01</MsgId><CreDtTm>2026-01-31T20:15:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>STMT-2026-01</Id>
      <ElctrncSeqNb>1</ElctrncSeqNb>
      <CreDtTm>2026-01-31T20:15:00+01:00</CreDtTm>
      <FrToDt><FrDtTm>2026-01-01T00:00:00+01:00</FrDtTm><ToDtTm>2026-01-31T23:59:59+01:00</ToDtTm></FrToDt>
      <Acct>
        <Id><IBAN>CH9300762011623852957</IBAN></Id>
        <Ccy>CHF</Ccy>
        <Ownr><Nm>Schreinerei Aare GmbH</Nm></Ownr>
      </Acct>
      <Bal>
        <Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="CHF">20000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt>
      </Bal>
      <Bal>
        <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
        <Amt Ccy="CHF">22053.90</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt>
      </Bal>
      <Ntry>
        <NtryRef>1</NtryRef>
        <Amt Ccy="CHF">2162.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-01-28</Dt></BookgDt><ValDt><Dt>2026-01-28</Dt></ValDt>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
          <Amt Ccy="CHF">2162.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
          <RltdPties>
            <Dbtr><Pty><Nm>Gasthof Löwen AG</Nm></Pty></Dbtr>
            <DbtrAcct><Id><IBAN>CH5604835012345678009</IBAN></Id></DbtrAcct>
          </RltdPties>
          <RmtInf><Strd><CdtrRefInf>
            <Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</Ref>
          </CdtrRefInf></Strd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <NtryRef>2</NtryRef>
        <Amt Ccy="CHF">108.10</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-01-29</Dt></BookgDt><ValDt><Dt>2026-01-29</Dt></ValDt>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>AUTT</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>ZAHLUNG-48213</EndToEndId></Refs>
          <Amt Ccy="CHF">108.10</Amt><CdtDbtInd>DBIT</CdtDbtInd>
          <RltdPties><Cdtr><Pty><Nm>Papeterie Muster AG</Nm></Pty></Cdtr></RltdPties>
          <RmtInf><Ustrd>Rechnung R-48213</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
