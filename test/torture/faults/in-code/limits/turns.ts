import { by, type CodeFault, fault, put } from '../code-fault.ts'

const PIPELINED = 'api/http/server/many-pipelined-requests'
const TURNS = 'api/http/server/turns-of-requests'
const SENDERS = 'api/http/server/turns-of-senders'
const POLLS = 'api/http/polls'
const SLICES = 'api/http/answers/json-in-slices'

/** How long one client may hold a process, and how much it may read at once. */
export const TURN_FAULTS: readonly CodeFault[] = [
  fault(
    'requests that come together begin in one turn',
    'twenty thousand short requests that hold the event loop for 1.7 s',
    'shared/http/turns/requests-in-turns.ts',
    put('if (left > 0 && !someWait()) use(begin)', 'if (left > -1e9) use(begin)'),
    by(PIPELINED, 'are begun in turns of the event loop, also where each is answered at once'),
  ),
  fault(
    'as many requests begin in a turn however long it is',
    'pipelined requests that hold the event loop for 45 ms at a time',
    'shared/http/turns/requests-in-turns.ts',
    put('cpuMs() - began_at > LONG_TURN_MS', 'began_at < 0'),
    by(TURNS, 'are fewer after a long one, two at least, and more again after short ones'),
  ),
  fault(
    'requests wait on a connection without end',
    'a connection that is parsed to its end, and whose requests are all kept',
    'shared/http/one-at-a-time.ts',
    put('const MOST_WAITING = 100', 'const MOST_WAITING = 1e9'),
    by(PIPELINED, 'are not parsed any more once a hundred wait'),
  ),
  fault(
    'many connections keep as many requests as one',
    'very many requests that wait on many connections',
    'shared/http/one-at-a-time.ts',
    put('waiting_of_all >= MANY_OF_ALL ?', 'waiting_of_all < 0 ?'),
    by(PIPELINED, 'wait only ten on a connection, where many wait on others'),
  ),
  fault(
    'the last answer of a full connection does not say so',
    'a sender who waits for answers to requests that nobody has taken',
    'shared/http/one-at-a-time.ts',
    put('last.shouldKeepAlive = false', ''),
    by(
      'api/http/server/pipelined-requests',
      'are answered up to a hundred behind the first one, and the last answer closes the connection',
    ),
  ),
  fault(
    'new connections are all read from in one turn',
    'a thousand connections that hold the event loop for a quarter of a second',
    'shared/http/begin-in-turns.ts',
    put('    if (left > 0) {\n', '    if (left > -1e9) {\n'),
    by(SENDERS, 'begin in turns of the event loop, a few in each, and all of them do'),
  ),
  fault(
    'bodies are read as fast as they come',
    'two gigabytes of bodies in one turn of the event loop',
    'shared/http/read-in-turns.ts',
    put('if (left <= 0) wait()', ''),
    by(SENDERS, 'bring little into each turn, and all of it comes'),
  ),
  fault(
    'small bodies all begin at once',
    'very many short facts that hold the event loop together',
    'api/http/admission/small-turns.ts',
    put('BYTES_PER_TURN = 32_768', 'BYTES_PER_TURN = 1e12'),
    by('api/http/small-turns', 'very many do not begin in one turn of the event loop, however short they are'),
  ),
  fault(
    'every key has as many connections as it likes',
    'a key that uses the database alone',
    'api/http/admission/shares.ts',
    put('const expensive = fairTurns({ of_key: 1,', 'const expensive = fairTurns({ of_key: 100,'),
    by('api/http/shares', 'are done one after the other, in the turns that other keys leave'),
  ),
  fault(
    'expensive requests of a key wait without end',
    'a key that keeps thousands of requests in memory',
    'api/http/admission/shares.ts',
    put('if (count >= expensive_of_key)', 'if (count < 0)'),
    by(
      'api/http/shares',
      'beyond its bound are 429 with Retry-After; another key, and short requests of this one, go on',
    ),
  ),
  fault(
    'all requests of a key that wait poll at once',
    'a database that is asked for hundreds of waiting requests every 15 ms',
    'api/http/admission/polls.ts',
    put('Promise.all([line.last, pause(POLL_MS)])', 'pause(POLL_MS)'),
    by(POLLS, 'many requests of a key poll one after the other, each some time after the one before is over'),
  ),
  fault(
    'a long answer is written in one go',
    'a list that holds the event loop',
    'api/http/answers/json-in-slices.ts',
    put(
      '      else parts.push(JSON.stringify(element ?? null))\n      if (slice.isOver())',
      '      else parts.push(JSON.stringify(element ?? null))\n      if (false)',
    ),
    by(SLICES, 'gives way between the elements of its long lists, also of those within an element'),
  ),
  fault(
    'a list that is written already is taken in one go',
    'open items of megabytes that hold the event loop',
    'api/http/answers/json-in-slices.ts',
    put('      parts.push(piece)\n      if (slice.isOver())', '      parts.push(piece)\n      if (false)'),
    by(SLICES, 'gives way between the pieces of a list that is written already'),
  ),
  fault(
    'large answers are begun without room',
    'work that is done for answers which nobody can be sent',
    'api/http/answers/answer-budget.ts',
    put('if (memory.hasRoom(key_id, bytes)) return', 'return'),
    by(
      'api/http/answers/unread-answers',
      'take no more than the share of their key, which gets 429; other keys and short answers go on',
    ),
  ),
  fault(
    'a body has any number of values',
    'a body of many small things that costs more than any valid one',
    'api/http/body/read-json.ts',
    put('BYTES_PER_VALUE = 10', 'BYTES_PER_VALUE = 0.1'),
    by('api/http/bad-input/hostile-bodies', '400: a body has one value for every ten bytes at most, whoever reads it'),
  ),
  fault(
    'readers are judged by one window',
    'a reader who is fast enough and acknowledges in steps, and is cut off',
    'api/http/answers/watch-reader.ts',
    put('const WINDOWS = 3', 'const WINDOWS = 1'),
    by(
      'api/http/answers/unacknowledged',
      'shows a reader that acknowledges in steps, who is judged by three windows together',
    ),
  ),
  fault(
    'an upgrade leaves the connection open',
    'a body that is answered as a request of its own',
    'shared/http/http-server.ts',
    put('response.shouldKeepAlive = false', 'response.shouldKeepAlive = true'),
    by(
      'api/http/server/refused-heads',
      'an answer to an upgrade is the last one of its connection: nothing behind it is taken for a request',
    ),
  ),
  fault(
    'a stream keeps what it has read',
    'exports that nobody reads, each with some entries in memory',
    'api/journal/export-journal.ts',
    put(
      '      yield await written(numbers)',
      '      const entries = await inTurn(() => atPlace((there) => readPiece(there, query, numbers)))\n      yield await bytesOf(entries, write)',
    ),
    by('api/http/answers/kept-by-streams', 'keeps what is written of it in memory, and no entries: csv'),
  ),
]
