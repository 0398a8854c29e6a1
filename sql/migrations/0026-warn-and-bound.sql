-- What was told about a fact without blocking it; null where there is nothing, which costs a row nothing.
alter table fact_states add column warnings jsonb;

-- Decides which accounts take the result of a year, and how equity is laid out.
alter table end_customers add column legal_form text not null default 'company'
  check (legal_form in ('company', 'sole_proprietor', 'partnership', 'association', 'foundation'));
