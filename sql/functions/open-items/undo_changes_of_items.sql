-- Undoes what the entry of a fact did to open items, apart from those that it opened, when the fact is reversed: whichever
-- process does it. The journal writes down the movements by itself.
--
-- Whether it may be undone is decided twice. Requests and workers ask `canBeUndone` (give-back.ts) before anything is
-- written: they answer with the names of what is in the way, and let the reversal wait for it. The condition below is the
-- last line, which no process gets around: one of the release before may not know the rule yet, and its reversal fails
-- here. Both must say the same, or a worker fails where it should wait (test/workers/open-items/undone-in-both.test.ts).
create or replace function undo_changes_of_items(customer uuid, fact uuid, entry uuid) returns void language plpgsql as $$
declare
  items uuid[];
  item record;
begin
  items := array(
    select moved.open_item_id
    from journal_entries posted
    cross join lateral (
      select open_item_id from open_items
      where open_items.end_customer_id = customer and open_items.entry_number = posted.entry_number
      union
      select open_item_id from open_item_changes change
      where change.end_customer_id = customer and change.entry_number = posted.entry_number
    ) moved
    where posted.end_customer_id = customer and posted.journal_entry_id = entry
    order by moved.open_item_id
  );
  perform from open_items where end_customer_id = customer and open_item_id = any(items)
  order by open_item_id for update;
  perform from payments
  where end_customer_id = customer and payment_id in (
    select payment_id from open_items where end_customer_id = customer and open_item_id = any(items)
  )
  order by payment_id for update;

  for item in
    select open_items.open_item_id, open_items.payment_id, sign(open_items.amount_minor) as side,
      open_items.amount_minor, change.is_opening, change.was_closed, change.amount_minor as changed_minor,
      change.base_amount_minor as changed_base_minor,
      -- The credit of a payment is open as far as no allocation has reserved it, which the payment knows.
      case when payment.returned_by is null then coalesce(-payment.open_amount_minor, open_items.open_amount_minor)
        else -payment.credit_minor end - change.amount_minor as after_minor,
      open_items.base_open_amount_minor - change.base_amount_minor as base_after_minor,
      -- The rows know what their transaction has done already; the movements know it when its entries are written.
      case when payment.payment_id is null then open_items.open_amount_minor + reserved.amount_minor
        else -payment.credit_minor end - change.amount_minor as balance_minor,
      -- A part that was taken or given since, or is reserved, has had its share of a revaluation.
      payment.payment_id is null and open_items.open_amount_minor <> change.balance_minor
        or coalesce(payment.returned_by is null and payment.open_amount_minor <> payment.credit_minor, false)
        or change.is_moved_since as is_shared_since
    from (
      select moved.open_item_id, sum(moved.amount_minor) as balance_minor,
        (sum(moved.amount_minor) filter (where moved.entry_number = posted.entry_number))::bigint as amount_minor,
        (sum(moved.base_amount_minor) filter (where moved.entry_number = posted.entry_number))::bigint as base_amount_minor,
        bool_or(purpose = 'opened' and moved.entry_number = posted.entry_number) as is_opening,
        sum(moved.amount_minor) filter (where moved.entry_number < posted.entry_number) = 0 as was_closed,
        -- Parts that were undone since cancel out. One that was taken before comes back at the value of then: it has no share.
        coalesce(sum(moved.amount_minor) filter (where is_part and part.is_since), 0) <> 0
          or coalesce(sum(moved.base_amount_minor) filter (where is_part and part.is_since), 0) <> 0 as is_moved_since
      from journal_entries posted
      cross join lateral (
        select open_item_id, entry_number, amount_minor, base_amount_minor, 'opened' as purpose, false as is_part
        from open_items
        where end_customer_id = customer and open_item_id = any(items)
        union all
        select open_item_id, entry_number, amount_minor, base_amount_minor, purpose, amount_minor <> 0
        from open_item_changes
        where end_customer_id = customer and open_item_id = any(items)
      ) moved
      cross join lateral (
        select moved.entry_number > posted.entry_number and not exists (
          select from journal_entries reversal
          join journal_entries reversed
            on reversed.end_customer_id = customer and reversed.journal_entry_id = reversal.reversal_of
          where reversal.end_customer_id = customer and reversal.entry_number = moved.entry_number
            and reversed.entry_number < posted.entry_number
        ) as is_since
      ) part
      where posted.end_customer_id = customer and posted.journal_entry_id = entry
      group by moved.open_item_id
    ) change
    join open_items on open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
    left join payments payment on payment.end_customer_id = customer and payment.payment_id = open_items.payment_id
    cross join lateral (
      select coalesce(sum(draft.amount_minor), 0) as amount_minor
      from (
        select line.amount_minor
        from allocation_lines line join allocations using (end_customer_id, allocation_id)
        where line.end_customer_id = customer and line.document_id = open_items.open_item_id and state = 'draft'
        union all
        select settlement.amount_minor from supplier_settlements settlement
        where settlement.end_customer_id = customer and supplier_payable_id = open_items.open_item_id
          and settlement.state = 'draft'
      ) draft
    ) reserved
    order by open_items.open_item_id
  loop
    perform refuse_entry(format('open item %s has been used since', item.open_item_id), 'open_items_used')
    where not case
      when item.after_minor = 0 and item.changed_minor = 0 and item.was_closed then true
      when item.changed_minor = 0 and item.is_shared_since then false
      when item.is_opening or item.after_minor = 0 then item.after_minor = 0 and item.base_after_minor = 0
      else sign(item.after_minor) = item.side and abs(item.balance_minor) <= abs(item.amount_minor)
        and item.base_after_minor * item.side >= 0
    end;
    if item.is_opening then
      -- Payments that it has booked are as they came; its items go with it.
      update payments
      set booked_by = null, credit_minor = 0, credit_base_minor = 0,
        open_amount_minor = case when returned_by is null then amount_minor else 0 end
      where end_customer_id = customer and payment_id = item.payment_id and booked_by = fact;
    elsif item.payment_id is null then
      update open_items
      set open_amount_minor = open_amount_minor - item.changed_minor,
        base_open_amount_minor = base_open_amount_minor - item.changed_base_minor,
        state = state_of_item(open_amount_minor - item.changed_minor)
      where end_customer_id = customer and open_item_id = item.open_item_id;
    else
      -- The item of a payment's credit follows its payment by itself.
      update payments
      set open_amount_minor = open_amount_minor + case when returned_by is null then item.changed_minor else 0 end,
        credit_minor = credit_minor + item.changed_minor,
        credit_base_minor = credit_base_minor + item.changed_base_minor
      where end_customer_id = customer and payment_id = item.payment_id;
    end if;
  end loop;
end $$;
