import { expect } from 'chai'
import { BANK_STATEMENT_FILE } from '../../../../api/bank/imports/receive-bank-statement.ts'
import { openNameless } from '../../../../shared/process/nameless-file.ts'
import { bankEntry, camt053Message, transaction } from '../../../camt053/messages.ts'

const TRANSACTIONS = 2_000
const PIECE_BYTES = 16_384

describe('reading an upload', () => {
  it('pauses within a bank entry of many transactions, also while its hash is made', async () => {
    const details = Array.from({ length: TRANSACTIONS }, () => transaction({ amount: '1' })).join('')
    const xml = camt053Message({ bankEntries: bankEntry({ amount: String(TRANSACTIONS), details }) })
    const file = await openNameless('upload')
    try {
      await file.appendFile(xml)
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      const size_bytes = Buffer.byteLength(xml)
      const reading = { pause, requireMemory: async () => {} }
      const { statements } = await BANK_STATEMENT_FILE.read({ file, size_bytes, sha256: '' }, {}, reading)
      expect(statements.map(({ entry_count }) => entry_count)).to.deep.equal([1])
      expect(pauses).to.be.at.least(Math.floor(size_bytes / PIECE_BYTES) + Math.floor(TRANSACTIONS / 64))
    } finally {
      await file.close()
    }
  })
})
