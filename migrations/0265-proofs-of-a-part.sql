-- A proof that could not reach every cell has a verdict, and neither is all right nor anything wrong.
alter table proofs drop constraint verdict_when_done;
alter table proofs add constraint verdict_when_done check ((state = 'done') = (verdict is not null) and (ok is null or verdict is not null)) not valid;
