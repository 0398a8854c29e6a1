-- What banks say of payment orders (pain.002), as it came.
set local lock_timeout = '20s';

create table payment_status_reports (
  end_customer_id uuid not null,
  payment_order_id uuid not null,
  status_report_id uuid not null,
  -- MsgId of the report, and what it says of the whole order.
  report_id text,
  status text,
  rejected_count integer not null,
  file bytea not null,
  file_sha256 text not null
    constraint payment_status_reports_hash check (file_sha256 = encode(sha256(file), 'hex')),
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, payment_order_id, status_report_id),
  foreign key (end_customer_id, payment_order_id) references payment_orders
);
alter table payment_status_reports alter column file set statistics 0, alter column file_sha256 set statistics 0,
  alter column report_id set statistics 0, alter column status set statistics 0,
  alter column rejected_count set statistics 0;

create trigger payment_status_reports_append_only before update or delete or truncate on payment_status_reports
  for each statement execute function refuse_change();
