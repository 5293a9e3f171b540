-- A row of a statement that a person records is a transfer of its own. It counts with no report of a phone or a mailbox.
delete from reports_by_kind where source_kind = 'statement';
alter table reports_by_kind add check (source_kind in ('phone', 'mailbox'));
