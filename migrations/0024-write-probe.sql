-- One row that a process writes to find out whether the database takes writes (/readyz).
create table write_probe (
  id     boolean primary key default true check (id),
  writes bigint  not null
);
insert into write_probe (writes) values (0);
