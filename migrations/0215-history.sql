-- The history of orders that ended long ago is moved out into files (docs/decisions/0067). One row for each piece of a file: what it
-- holds and where it lies. Written in the transaction that deletes what the piece holds.
create table history_pieces (
  -- The first day of the month in which the orders were accepted, Moscow time; a month is a file.
  month       date        not null,
  from_byte   bigint      not null,
  bytes       integer     not null check (bytes > 0),
  sha256      bytea       not null,
  client_id   bigint      not null,
  -- In ascending order.
  request_ids bigint[]    not null,
  rows_moved  bigint      not null,
  moved_at    timestamptz not null,
  primary key (month, from_byte)
);
create index history_pieces_of_client on history_pieces (client_id, (request_ids[1]));
