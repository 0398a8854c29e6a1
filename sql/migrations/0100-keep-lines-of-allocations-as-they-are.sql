-- Lines of an allocation never change. Where its entry moves their documents stands with what else its booking says.
set local lock_timeout = '20s';
alter table allocations
  -- By the place of each line: the line of the entry that closes its document; 0 where rounding left no line.
  add column closed_line_numbers smallint[];
alter table allocation_lines drop column entry_line_number;
