import { canonicalEntry } from '../../../../shared/accounting/journal/canonical-entry.ts'
import { sha256Of } from '../../../../shared/canonical/hash.ts'
import { nowAsTimestamp } from '../../../../shared/process/clock.ts'
import { tokenOfAnswer } from '../../../../shared/proof/tokens/answer-of-authority.ts'
import { newNonce, requestOfStamp } from '../../../../shared/proof/tokens/request-of-stamp.ts'
import { GrowingTree } from '../../../../shared/proof/tree/growing-tree.ts'
import { leafOfEntry, leafOfLedger } from '../../../../shared/proof/tree/leaves.ts'
import { rootOfPath } from '../../../../shared/proof/tree/merkle-tree.ts'
import { listStampsOfLedger } from '../../../../shared/store/proof/time-stamps.ts'
import { readJournal } from '../../../../shared/store/verify/journal.ts'
import { answerTo } from '../../../support/proof/answer-to-request.ts'
import { newSigner, STAMPS } from '../../../support/proof/certificates.ts'
import { timeOf } from '../../../support/proof/test-authority.ts'
import { there } from '../../../support/there.ts'
import type { BooksToSpoil } from '../books-to-spoil.ts'
import { CUSTOMER, type DataFault, MIDDLE } from './data-fault.ts'

const OWN_STAMPS = `stamp_id in (select stamp_id from stamped_ledgers where ${CUSTOMER})`

/** What a stamp of a timestamp authority shows, and nothing else. */
export const STAMP_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'the chain is rewritten from the middle',
    simulates: 'whoever has the database makes all hashes behind a changed entry good, and the head',
    sql: async (books) => (await rewritten(books)).join(';'),
    check: 'the entries are those that were stamped',
  },
  {
    name: 'the chain is rewritten, and the root of its ledger',
    simulates: 'the same by somebody who also makes the tree of the ledger good',
    sql: async (books) => [...(await rewritten(books)), await withNewRoot(books)].join(';'),
    check: 'a stamped ledger is part of its stamp',
  },
  {
    name: 'the chain is rewritten, and everything but the token',
    simulates: 'the same by somebody who also makes the stamped root good: the authority alone could sign it',
    sql: async (books) => [...(await rewritten(books)), await withNewRoot(books), await withNewStamp(books)].join(';'),
    check: 'a stamp is what its authority has signed',
  },
  {
    name: 'the chain is rewritten, and stamped with a key of his own',
    simulates: 'the same by somebody who is his own timestamp authority: only TIMESTAMP_CA_FILE tells the two apart',
    sql: async (books) => [...(await rewritten(books)), await withNewRoot(books), await withOwnStamp(books)].join(';'),
    check: 'a stamp is what its authority has signed',
  },
  {
    name: 'a stamp is dated back',
    simulates: 'somebody says that the entries were there a year earlier',
    sql: `update time_stamps set stamped_at = stamped_at - interval '1 year' where ${OWN_STAMPS}`,
    check: 'a stamp is what its authority has signed',
  },
  {
    name: 'a token is edited',
    simulates: 'one bit of a token is changed',
    sql: `update time_stamps set token = set_byte(token, length(token) - 1, get_byte(token, length(token) - 1) # 1)
      where ${OWN_STAMPS}`,
    check: 'a stamp is what its authority has signed',
  },
  {
    name: 'a kept subtree is edited',
    simulates: 'the next stamp would be of entries that are not there',
    sql: `insert into ledger_subtrees (end_customer_id, level, position, hash)
      select end_customer_id, 1, 0, repeat('ab', 32) from ledger_heads where ${CUSTOMER}`,
    check: 'a kept subtree is that of its entries',
  },
]

/** The hashes of all entries where the second one has another description. */
async function hashedAnew({ quiet, customer }: BooksToSpoil): Promise<string[]> {
  const hashes: string[] = []
  for await (const { line_count, total_minor, entry_hash, ...entry } of readJournal(quiet.worker.pool, customer)) {
    const previous_hash = hashes.at(-1)
    const description = entry.entry_number === 2n ? 'x' : entry.description
    const changed = previous_hash && sha256Of(canonicalEntry({ ...entry, description, previous_hash }))
    hashes.push(changed ?? entry_hash)
  }
  return hashes
}

/** The second entry has another description; everything behind it is hashed anew. */
async function rewritten(books: BooksToSpoil): Promise<string[]> {
  const hashes = await hashedAnew(books)
  const [, ...changed] = hashes.map(
    (hash, index) => `update journal_entries set previous_hash = '${hashes[index - 1]}', entry_hash = '${hash}'
      where ${CUSTOMER} and entry_number = ${index + 1}`,
  )
  return [
    `update journal_entries set description = 'x' where ${MIDDLE}`,
    ...changed,
    `update ledger_heads set last_entry_hash = '${there(hashes.at(-1))}' where ${CUSTOMER}`,
  ]
}

/** The root of the ledger as the rewritten entries have it. */
async function newRoot(books: BooksToSpoil): Promise<string> {
  const tree = new GrowingTree()
  for (const hash of await hashedAnew(books)) tree.append(leafOfEntry(hash))
  return tree.root().toString('hex')
}

async function withNewRoot(books: BooksToSpoil): Promise<string> {
  return `update stamped_ledgers set root = '${await newRoot(books)}' where ${CUSTOMER}`
}

async function withNewStamp(books: BooksToSpoil): Promise<string> {
  return `update time_stamps set root = '${(await newStampedRoot(books)).toString('hex')}' where ${OWN_STAMPS}`
}

/** Everything of it is as it has to be, but for who has signed it. */
async function withOwnStamp(books: BooksToSpoil): Promise<string> {
  const root = await newStampedRoot(books)
  const nonce = newNonce()
  const at = nowAsTimestamp()
  const signer = newSigner({ name: 'Test TSA', issuer: null, extended_usage: STAMPS })
  const answer = answerTo(requestOfStamp(root, nonce), { time: timeOf(new Date(at)), signer })
  const { token, stamped_at } = tokenOfAnswer(answer, { imprint: root, nonce, at }, null)
  const [root_hex, token_hex] = [root, token].map((bytes) => bytes.toString('hex'))
  return `update time_stamps set root = '${root_hex}', token = '\\x${token_hex}', stamped_at = '${stamped_at}' where ${OWN_STAMPS}`
}

/** The root over all ledgers as it follows from the rewritten one. */
async function newStampedRoot(books: BooksToSpoil): Promise<Buffer> {
  const { end_customer_id, entries, leaf_index, ledgers, path } = there(
    (await listStampsOfLedger(books.quiet.worker.pool, books.customer))[0],
  )
  const leaf = leafOfLedger({ end_customer_id, entries: Number(entries), root: await newRoot(books) })
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'))
  return there(rootOfPath(leaf, leaf_index, ledgers, hashes))
}
