-- Its final test passed though the barcodes of its products cannot carry all of its codes: they are drawn as another kind.
-- Suppliers that sell already were told so by their tests.
alter table suppliers add column odd_barcodes boolean not null default true;
alter table suppliers alter column odd_barcodes set default false;
