-- For reads by the bare id.
create index supplier_payables_by_id on supplier_payables (supplier_payable_id);
