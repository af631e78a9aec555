-- The three roles, made once in a new database by its superuser (psql). `facevalue grants --apply` grants the rights of the latter two.
\getenv owner_password OWNER_PASSWORD
\getenv serve_password SERVE_PASSWORD
\getenv work_password WORK_PASSWORD
create role facevalue_owner login password :'owner_password';
create role facevalue_serve login password :'serve_password';
create role facevalue_work login password :'work_password';
alter database facevalue owner to facevalue_owner;
alter schema public owner to facevalue_owner;
