-- A proof that processes are lost with is not begun for ever.
alter table proofs add column attempts integer not null default 0;
