-- Payments that were withdrawn before 0115, and of which a report told after that that the bank has them: they hold their payables as well. A report tells of
-- all payments of its order, or of a batch, or it names the payment. What the bank has rejected or cancelled since holds nothing.
set local lock_timeout = '20s';

update payment_order_lines line set sent_all_the_same = true
where line.state = 'withdrawn' and line.freed_by is null and not line.sent_all_the_same
  and line.bank_status not in ('RJCT', 'CANC') and exists (
    select from payment_status_reports told
    where told.end_customer_id = line.end_customer_id and told.payment_order_id = line.payment_order_id
      and told.created_at > line.state_changed_at and (
        told.status is not null or position(convert_to('>' || line.end_to_end_id || '<', 'UTF8') in told.file) > 0
        or (
          position(convert_to('>' || line.payment_information_id || '<', 'UTF8') in told.file) > 0
          and position(convert_to('PmtInfSts>', 'UTF8') in told.file) > 0
        )
      )
  );

update payment_order_lines set sent_all_the_same = false
where sent_all_the_same and bank_status in ('RJCT', 'CANC');
