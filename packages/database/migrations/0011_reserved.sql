-- Holds the number free for a change that is made beside this one.
select 1;
