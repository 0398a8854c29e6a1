import type { SettlementQuery } from '../../../shared/contract/settlement/settlements.ts'
import { findOpenItem } from '../../../shared/store/open-items/open-items.ts'
import { listDoubtedSettlements } from '../../../shared/store/settlement/doubted-settlements.ts'
import { visibleCustomers } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { findSubject } from '../../http/subject.ts'
import { presentSettlement } from './present-settlement.ts'

/** The settlements of one payable, oldest first. */
export async function readSettlements({ pool }: ApiDeps, { caller, query, params }: ReadRequest<SettlementQuery>) {
  const { limit = 100 } = query
  const visible = visibleCustomers(caller, query.end_customer_id)
  const payable = await findSubject('supplier_payable', params.supplier_payable_id, (id) =>
    findOpenItem(pool, 'supplier_payable', id, visible),
  )
  const after = cursorOf('supplier_payable_settlement', query.starting_after)
  const page = await listDoubtedSettlements(pool, payable.open_item_id, visible, after, limit)
  return presentPage('supplier_payable_settlement_list', page, presentSettlement)
}
