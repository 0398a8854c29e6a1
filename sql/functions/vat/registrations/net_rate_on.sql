-- The net tax rate of an activity on a day, as the registrations of an end customer have it; null where they do not.
create or replace function net_rate_on(customer uuid, activity text, day date) returns integer language sql stable as $$
  select (registered ->> 'rate_bp')::integer
  from (
    select activities from vat_registration_changes
    where end_customer_id = customer and valid_from <= day
    order by valid_from desc, change_number desc
    limit 1
  ) registration
  cross join lateral jsonb_array_elements(activities) registered
  where registered ->> 'activity_id' = activity
  limit 1
$$;
