-- without a transaction
-- Months that no supplier has agreed to yet stand on the operator's page of settlements.
create index concurrently if not exists settlement_months_undecided on settlement_months (month desc, supplier_id) where decision is null;
