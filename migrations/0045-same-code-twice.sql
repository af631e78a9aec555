-- What was issued by an attempt, as a keyed fingerprint of number and PIN: after an unclear answer a code is believed
-- only when the supplier answers the same one twice.
alter table exchange_attempts add column code_fingerprint bytea;
