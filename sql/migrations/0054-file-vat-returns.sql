-- VAT returns that were filed, each with everything that it answers with: what is booked later changes nothing of it.
set local lock_timeout = '20s';

create table vat_filings (
  end_customer_id uuid not null references end_customers,
  filing_id uuid not null,
  -- Counts the filings of an end customer.
  filing_number integer not null check (filing_number > 0),
  -- As it is asked for: 2026-Q1.
  period text not null,
  submission text not null check (submission in ('first', 'correction', 'annual_reconciliation')),
  -- The days of the return: those of the period with a registration.
  period_start date not null,
  period_end date not null,
  -- The ledger's last entry that counts; the transfer entry follows it.
  entry_number bigint not null,
  entry_hash text not null,
  -- The entry that transfers the tax; null where there is none to transfer.
  journal_entry_id uuid,
  -- Figure 500, or 510 with a negative sign.
  payable_minor bigint not null,
  -- What this filing adds to what is owed for the period.
  added_minor bigint not null,
  -- Canonical JSON: the figures, the tie, the accounts and what the file says beside them.
  content text not null,
  content_sha256 text not null
    constraint vat_filings_hash check (content_sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  -- The eCH-0217 file.
  xml text not null,
  xml_sha256 text not null
    constraint vat_filings_xml_hash check (xml_sha256 = encode(sha256(convert_to(xml, 'UTF8')), 'hex')),
  actor_id text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, filing_number),
  constraint vat_filings_days check (period_start <= period_end)
);
create unique index vat_filings_id on vat_filings (filing_id);
create unique index vat_filings_first on vat_filings (end_customer_id, period_start) where submission = 'first';
alter table vat_filings alter column content set statistics 0, alter column content_sha256 set statistics 0,
  alter column xml set statistics 0, alter column xml_sha256 set statistics 0;

create trigger vat_filings_append_only before update or delete or truncate on vat_filings
  for each statement execute function refuse_change();
call watch_books('vat_filings');

-- The roles of the transfer, in charts that have their accounts.
insert into account_mappings (
  end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, version, is_default
)
select end_customer_id, gen_random_uuid(), mapping_key, account_code, min(valid_from), 1, true
from chart_accounts
join (values ('posting.vat_settlement', '2201'), ('posting.net_tax_rate', '3809')) role (mapping_key, code)
  on code = account_code
where status = 'active' and not exists (
  select from account_mappings known
  where known.end_customer_id = chart_accounts.end_customer_id and known.mapping_key = role.mapping_key
)
group by end_customer_id, mapping_key, account_code;
