alter table requests validate constraint sum_not_negative;
