-- An accountant reads the books and explains rows, and decides about nothing else.
alter table people
  drop constraint people_role_check,
  add constraint people_role_check
    check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer', 'accountant'));
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check
    check (role in ('owner', 'finance', 'cashier', 'developer', 'viewer', 'accountant'));
