// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source files

import { by, type CodeFault, fault, put } from '../code-fault.ts'

/** Fences, and moves of end customers between ledger databases. */
export const MOVE_FAULTS: readonly CodeFault[] = [
  fault(
    'who writes does not hold the fence',
    'a fence is closed in the middle of a transaction',
    'sql/functions/moving/hold_fence.sql',
    put('= customer for share;', '= customer;'),
    by('store/moving/fence', 'does not close before who writes has ended'),
  ),
  fault(
    'a table has no fence',
    'a table that the triggers of a move have forgotten',
    'shared/store/moving/fence.ts',
    put("&& table !== 'time_stamps' ?", "&& !['time_stamps', 'source_facts'].includes(table) ?"),
    by('store/moving/fence', 'guards every table that says whose its rows are'),
  ),
  fault(
    'a scan has who is still arriving',
    'webhooks of an end customer that does not live here yet',
    'shared/store/webhooks/webhook-figures.ts',
    put(
      "where state = 'on' and ${isBehind} and ${isReadHere(sql.fragment`position.end_customer_id`)}",
      "where state = 'on' and ${isBehind}",
    ),
    by('store/databases/fenced-customers', 'arriving, closed: the number of webhooks behind'),
  ),
  fault(
    'a copy is not compared',
    'a move that loses rows on the way',
    'shared/moving/copy-table.ts',
    put('if (JSON.stringify(wanted) !== JSON.stringify(found)) throw', 'if (wanted === found) throw'),
    by('moving/refusals', 'is taken back where the copy differs'),
  ),
  fault(
    'what has changed during the first copy is not copied',
    'a move that has the books of a moment ago',
    'shared/store/moving/written-keys.ts',
    put('and written_in >= ${oldest}::xid8', 'and written_in < ${oldest}::xid8'),
    by('moving/move', 'copies what has changed since it was copied ahead, and leaves what was deleted'),
  ),
  fault(
    'a copy is moved by who was overtaken',
    'a command that slept, and turns an end customer whose books go on',
    'shared/store/moving/moves.ts',
    put("where move_id = $1 and epoch = $2 and state = 'closed'", 'where move_id = $1 and $2::bigint is not null'),
    by('moving/refusals', 'is not ended by who was overtaken'),
  ),
  fault(
    'a pause has no end',
    'an end customer that waits for the copy of many years',
    'shared/moving/pause.ts',
    put('if (performance.now() - began_at > most_ms) throw', 'if (performance.now() < began_at) throw'),
    by('moving/pauses', 'is the last one: the move is taken back, and says so'),
  ),
  fault(
    'a mover that sleeps keeps its move',
    'an end customer that waits for a machine that stands still',
    'shared/store/moving/time-limits.ts',
    put('set idle_session_timeout = ${most_ms}', 'set idle_session_timeout = 0'),
    by('moving/asleep', 'a mover (closed): somebody else ends the move'),
  ),
  fault(
    'who has moved away is written at the old place',
    'books that a process begins where nobody looks',
    'sql/functions/moving/refuse_departed.sql',
    put('if customer is not null then', 'if false then'),
    by('moving/asleep', 'a web process writes nothing where nobody looks'),
  ),
  fault(
    'nobody opens what a killed move has closed',
    'an end customer that waits for an operator',
    'workers/work-in-databases.ts',
    put('if (moving.length > 0) await tendMoves', 'if (moving.length > 1_000_000) await tendMoves'),
    by('moving/refusals', 'is opened again by a worker where it was killed'),
  ),
  fault(
    'a read by id finds rows that are left at the old place',
    'a stale answer about somebody who has moved',
    'api/http/handle/place/read-anywhere.ts',
    put('{ ...caller, not_here }', '{ ...caller }'),
    by('moving/refusals', 'is read where it lives, whatever rows are elsewhere'),
  ),
]
