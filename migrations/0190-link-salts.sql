-- What a gift link is computed of besides its ids, drawn when the certificate is issued. Null: it was issued before, and its link is computed of the ids alone.
alter table requests add column link_salt bigint;
