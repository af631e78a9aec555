alter table products validate constraint confirm_not_below_zero;
alter table deliveries validate constraint deliveries_kind_check;
