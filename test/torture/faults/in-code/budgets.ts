import { by, type CodeFault, fault, put } from './code-fault.ts'

const UPLOADS = 'api/http/uploads/uploads'
const BODIES = 'api/http/uploads/bodies'
const UNREAD = 'api/http/answers/unread-answers'
const HUNG_UP = 'api/http/client/hung-up'
const EVERY_UPLOAD = 'every end gives its place back: done, wrong, too long, repeated, walked away'
const EVERY_BODY = 'every end gives its memory back: done, wrong, too large, walked away'
const UPLOADS_OF_ALL = '503 beyond those of the process, and all else is answered'
const LARGE_BODY = '503 for a large body beyond the memory of all, and small ones still come in'
const BODIES_OF_KEY = '429 beyond the memory of one key; other keys go on, and it may again when its own have ended'

/** What uploads and bodies that are under way may take, and who pays when somebody takes more. */
export const BUDGET_FAULTS: readonly CodeFault[] = [
  fault(
    'the place of an upload is not given back',
    'senders who walk away until nobody may upload any more',
    'api/http/handle/handle-upload.ts',
    put('      place.leave()\n', ''),
    by(UPLOADS, EVERY_UPLOAD),
  ),
  fault(
    'the disk space of an upload is not given back',
    'uploads that are refused for files which are gone',
    'api/http/uploads/uploads.ts',
    put('          disk.add(key_id, -bytes_here)\n', ''),
    by(UPLOADS, EVERY_UPLOAD),
  ),
  fault(
    'the slot of an upload is not left',
    'files that wait for a turn which never comes',
    'api/http/uploads/read-in-slot.ts',
    put('    leave?.()\n', ''),
    by(UPLOADS, EVERY_UPLOAD),
  ),
  fault(
    'an upload is refused without Retry-After',
    'clients that are refused for a moment and try again at once, or never',
    'api/http/uploads/uploads.ts',
    put("const RETRY_AFTER = { 'Retry-After': String(RETRY_AFTER_SECONDS) }", 'const RETRY_AFTER = {}'),
    by(UPLOADS, UPLOADS_OF_ALL),
  ),
  fault(
    'a stalled upload is never cut off',
    'senders who hold every place and send nothing',
    'api/http/client/receive.ts',
    put('() => fail(tooSlow(what))', "() => what === 'body' && fail(tooSlow(what))"),
    by(UPLOADS, '408 for one that stalls, which ends its connection and gives its place back'),
  ),
  fault(
    'the memory of a body is not given back',
    'bodies that are refused for memory which is free',
    'api/http/body/receive-body.ts',
    put('    place.leave()\n', ''),
    by(BODIES, EVERY_BODY),
  ),
  fault(
    'a body is refused without Retry-After',
    'clients that are refused for a moment and try again at once, or never',
    'api/http/body/body-budget.ts',
    put("const RETRY_AFTER = { 'Retry-After': '5' }", 'const RETRY_AFTER = {}'),
    by(BODIES, LARGE_BODY),
  ),
  fault(
    'one key takes the memory of all bodies',
    'a client that stalls, and others that get 503',
    'api/http/body/body-budget.ts',
    put(
      'if (!wanted.hasRoom(key_id, wanted === memory ? bytes - taken : bytes))',
      'if (wanted.ofAll() + bytes > of_large)',
    ),
    by(BODIES, BODIES_OF_KEY),
  ),
  fault(
    'large bodies leave no room for small ones',
    'single facts that are refused while somebody stalls with batches',
    'api/http/body/body-budget.ts',
    put('SHARE_OF_LARGE = 0.75', 'SHARE_OF_LARGE = 1'),
    by(BODIES, LARGE_BODY),
  ),
  fault(
    'a stalled body is never cut off',
    'senders who hold the memory of a process and send nothing',
    'api/http/client/receive.ts',
    put('() => fail(tooSlow(what))', "() => what === 'file' && fail(tooSlow(what))"),
    by(BODIES, '408 for one that stalls, which ends its connection and gives its memory back'),
  ),
  fault(
    'one key takes the memory of all answers',
    'a client that reads nothing, and others that get 503',
    'api/http/answers/shared-memory.ts',
    put('ofKey(key_id) + bytes <= most - all - bytes', 'all + bytes <= most'),
    by(UNREAD, 'take no more than the share of their key, which gets 429; other keys and short answers go on'),
  ),
  fault(
    'the memory of an answer is not given back',
    'answers that are refused for memory which is free',
    'api/http/answers/bound-answers.ts',
    put('      place.leave()\n', ''),
    by(UNREAD, 'give their memory back once they are read'),
  ),
  fault(
    'streams have no budget',
    'exports that nobody reads, each with a piece in memory',
    'api/http/answers/in-room.ts',
    put('    await answers.room(key_id, abandoned)\n', ''),
    by(
      'api/http/answers/streams-in-room',
      'make no piece while it has no room, and are whole when it has; those of other keys go on',
    ),
  ),
  fault(
    'a reader that stalls is never cut off',
    'clients who hold the memory of a process and read nothing',
    'api/http/answers/watch-reader.ts',
    put('    reader.socket.resetAndDestroy()\n', ''),
    by(UNREAD, 'end with their connections when a reader takes too little, and others read on'),
  ),
  fault(
    'refused senders are paused for ever',
    'a sender of a large body that never sees its 413',
    'shared/http/read-in-turns.ts',
    put('      waiting.delete(socket)\n      socket.resume()\n', ''),
    by('api/http/server/early-answers', '413 reaches each of a hundred who write 2 MB at once, and all of them go on'),
  ),
  fault(
    'a bank entry is hashed in one go',
    'one bank entry that holds the event loop',
    'shared/camt053/bank-entry/canonical-bank-entry.ts',
    put('if (parts < TRANSACTIONS_PER_STEP && characters < CHARACTERS_PER_STEP) continue', 'if (parts > 0) continue'),
    by('api/http/uploads/reading', 'pauses within a bank entry of many transactions, also while its hash is made'),
  ),
  fault(
    'who has hung up already is not noticed',
    'a short stall of the database that locks a key out until the next start',
    'api/http/client/hang-up.ts',
    put('  return socket.destroyed', '  return false'),
    by(HUNG_UP, 'leave no place taken: an expensive read'),
  ),
  fault(
    'a body whose sender has gone is waited for',
    'files and places that are taken until the next start',
    'api/http/client/receive.ts',
    put('    stopListening = onHangUp(request, fail)\n', ''),
    by(HUNG_UP, 'leave no place taken: half of a bank statement'),
  ),
  fault(
    'a full disk is silent',
    'uploads that are refused for a day, and a log that says nothing',
    'api/http/middleware/answer-errors.ts',
    put("  log.warn({ code, folder }, 'temporary files cannot be written')\n", ''),
    by('api/http/uploads/temporary-files', 'are 503 with Retry-After, and one warning names the fault and the folder'),
  ),
  fault(
    'every request looks its key up',
    'a slow database that is asked forty times for one key',
    'api/http/admission/key-memory.ts',
    put('    under_way.set(key_id, look)\n', ''),
    by('api/http/keys/key-memory', 'requests that come together share one look, and later ones none'),
  ),
  fault(
    'pages have no budget of bytes',
    'a page of 22 MB, and a process that holds the event loop for it',
    'shared/store/db/pages/list-page.ts',
    put('where bytes_before <', 'where bytes_before >= 0 or bytes_before <'),
    by('api/http/answers/pages-in-bytes', 'ends with the row that brings it beyond its bytes, and has one in any case'),
  ),
  fault(
    'the pages of one list are not measured',
    'a list whose items have grown, and a budget that does not know',
    'shared/store/platform/events.ts',
    put('measured(events)', 'events'),
    by('api/http/answers/every-list', 'ends its pages by bytes: listEvents'),
  ),
  fault(
    'what was done and has no room is said to be refused',
    'clients that take a write for undone, and do it again under another key',
    'api/http/answers/answer-budget.ts',
    put("is_new ? 'service_unavailable' : code", 'code'),
    by(
      'api/http/answers/unread-changes',
      'leave what was asked for done: 503, and the request gets its answer once there is room',
    ),
  ),
]
