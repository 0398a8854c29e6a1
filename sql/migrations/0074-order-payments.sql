-- Payments that a bank is ordered to make. Nothing of it is booked before the bank says so.
set local lock_timeout = '20s';

create table payment_orders (
  end_customer_id uuid not null references end_customers,
  payment_order_id uuid not null,
  message_id text not null,
  bank_account text not null,
  execution_date date not null,
  -- The pain.001 as it was made: these bytes are signed.
  file text not null,
  file_sha256 text not null
    constraint payment_orders_hash check (file_sha256 = encode(sha256(convert_to(file, 'UTF8')), 'hex')),
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (end_customer_id, payment_order_id)
);
create index payment_orders_by_id on payment_orders (payment_order_id);
alter table payment_orders alter column file set statistics 0, alter column file_sha256 set statistics 0,
  alter column message_id set statistics 0;

create trigger payment_orders_append_only before update or delete or truncate on payment_orders
  for each statement execute function refuse_change();

create table payment_order_lines (
  end_customer_id uuid not null,
  payment_order_id uuid not null,
  line_number smallint not null check (line_number > 0),
  supplier_payable_id uuid not null,
  payment_information_id text not null,
  end_to_end_id text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  discount_minor bigint not null check (discount_minor >= 0),
  -- What was open of the payable.
  open_before_minor bigint not null,
  -- As the file has it: name, structured_address.
  creditor jsonb not null,
  creditor_iban text not null,
  -- The one to which the partner was paid last, where it was another one and the request accepted that.
  iban_before text,
  partner_key text not null,
  payment_reference text,
  document_number text,
  state text not null default 'ordered' check (state in ('ordered', 'paid', 'rejected', 'withdrawn')),
  state_reason text,
  state_changed_by text,
  state_changed_at timestamptz,
  primary key (end_customer_id, payment_order_id, line_number),
  foreign key (end_customer_id, payment_order_id) references payment_orders,
  foreign key (end_customer_id, supplier_payable_id) references open_items,
  constraint payment_order_lines_amount check (amount_minor + discount_minor <= open_before_minor)
);
-- A payable is in one order at a time.
create unique index payment_order_lines_once on payment_order_lines (end_customer_id, supplier_payable_id)
  where state = 'ordered';
create unique index payment_order_lines_end_to_end on payment_order_lines (end_customer_id, end_to_end_id);
create index payment_order_lines_of_partner on payment_order_lines
  (end_customer_id, left(partner_key, 100), payment_order_id, line_number) where state in ('ordered', 'paid');
alter table payment_order_lines alter column creditor set statistics 0, alter column amount_minor set statistics 0,
  alter column discount_minor set statistics 0, alter column open_before_minor set statistics 0,
  alter column creditor_iban set statistics 0, alter column iban_before set statistics 0,
  alter column state_reason set statistics 0,
  alter column payment_reference set statistics 0, alter column document_number set statistics 0;
