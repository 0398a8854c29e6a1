-- Statements read the lines behind a watermark through lines_between, as the refresh does.
drop view if exists posted_lines, lines_behind_watermark;
