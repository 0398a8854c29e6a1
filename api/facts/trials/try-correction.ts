import { sourceFactCorrectionTrial } from '../../../shared/contract/facts/fact-trials.ts'
import type { ReversalRequest, WithdrawalRequest } from '../../../shared/contract/facts/source-facts.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { decideFactReversal } from '../../../shared/store/facts/reversals/decide-fact-reversal.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { Trial, TrialRequest } from '../../http/trial.ts'
import { requireReversal } from '../../settlement/request-reversal.ts'
import { requireReversibleFact } from '../corrections/reverse-source-fact.ts'
import { requireNotOrderedAgain } from '../corrections/take-return-back.ts'
import { requireWithdrawable } from '../corrections/withdraw-source-fact.ts'
import { presentEntryToPost } from './present-trial.ts'

/** The checks of the request, and what the worker would book or be blocked by. Nothing is written. */
export const reversalTrial: Trial = { response: sourceFactCorrectionTrial, run: tryReversal }
export const withdrawalTrial: Trial = { response: sourceFactCorrectionTrial, run: tryWithdrawal }

function tryReversal({ pool }: ApiDeps, request: TrialRequest<ReversalRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  return pool.transaction(async (tx) => {
    const fact = await requireReversibleFact(tx, request)
    await requireNotOrderedAgain(tx, fact)
    const subject = { end_customer_id, subject_id: fact.source_fact_id }
    const asked = await requireReversal(tx, body, subject)
    const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
    if (!settings) throw new Error(`a fact of ${end_customer_id} is posted without settings`)
    const reversal = { ...subject, intent_id: NO_INTENT, request: asked, actor_id: caller.key_id, request_id }
    const decided = await decideFactReversal({ tx, settings, today: todayInSwitzerland() }, reversal)
    const isBooked = 'entry' in decided
    return {
      ...presentFact(end_customer_id, fact),
      state: isBooked ? ('reversed' as const) : fact.state,
      blockers: isBooked ? [] : decided.blockers,
      entry: isBooked ? presentEntryToPost(decided.entry) : null,
    }
  })
}

/** Nothing asks for it. */
const NO_INTENT = ''

function tryWithdrawal({ pool }: ApiDeps, request: TrialRequest<WithdrawalRequest>) {
  return pool.transaction(async (tx) => {
    const fact = await requireWithdrawable(tx, request)
    return { ...presentFact(request.end_customer_id, fact), state: 'withdrawn' as const, blockers: [], entry: null }
  })
}

function presentFact(end_customer_id: string, { source_fact_id }: { readonly source_fact_id: string }) {
  return {
    object: 'source_fact_correction_trial' as const,
    end_customer_id,
    source_fact_id: publicId('source_fact', source_fact_id),
  }
}
