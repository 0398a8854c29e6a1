import { endCustomerId, SAFE_MAX, timestamp } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

const sha256 = { type: 'string', description: 'SHA-256, 64 lower-case hex digits' } as const
const path = {
  type: 'array',
  items: sha256,
  description: 'The neighbours on the way to the root, from below (inclusion path of RFC 9162)',
} as const

export const ledgerProof = exactly('LedgerProof', {
  object: { const: 'ledger_proof' },
  end_customer_id: endCustomerId,
  entry_number: { type: 'integer' },
  entry_hash: { ...sha256, description: 'As the entry itself shows it; its 32 bytes are the data of the leaf' },
  ledger: exactly('StampedLedger', {
    entries: { type: 'integer', description: 'The size of the tree: the first entries of the ledger' },
    leaf_index: { type: 'integer', description: 'The entry number less one' },
    path,
    root: { ...sha256, description: 'Root of the tree over the hashes of these entries' },
  }),
  stamped_tree: exactly('StampedTree', {
    leaf: {
      type: 'string',
      description: 'The data of the leaf of this ledger: this text in UTF-8',
    },
    ledgers: { type: 'integer', description: 'The size of the tree' },
    leaf_index: { type: 'integer' },
    path,
    root: { ...sha256, description: 'Root of the tree over all ledgers: its 32 bytes are what is stamped' },
  }),
  stamp: exactly('TimeStamp', {
    id: { type: 'string' },
    stamped_at: { ...timestamp, description: 'The time that the authority says' },
    token: { type: 'string', description: 'Token of RFC 3161, DER in base64' },
  }),
})

export const ledgerProofQuery = {
  type: 'object',
  required: ['end_customer_id', 'entry_number'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    entry_number: { type: 'integer', minimum: 1, maximum: SAFE_MAX },
  },
} as const
export type LedgerProofQuery = FromSchema<typeof ledgerProofQuery>
export type LedgerProof = FromSchema<typeof ledgerProof>
