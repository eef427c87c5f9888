# shellcheck shell=bash disable=SC2154
# Ann and Carl cannot see each other, Ben sees both: what one writes reaches the other through him.
line_of_three
household_of_three

ask ann add Groceries 'oat milk'
wait_until 10 'what ann wrote is on carl' has_item carl 'oat milk'
ask carl add Groceries 'rye bread'
wait_until 10 'what carl wrote is on ann' has_item ann 'rye bread'
for host in ann carl; do
    is_connected_to "$host" ben
done
is_connected_to ann carl && say_failure 'ann sees carl'
expect_same ann ben
expect_same ann carl
