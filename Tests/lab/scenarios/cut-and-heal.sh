# shellcheck shell=bash disable=SC2154
# The cable is pulled, both sides go on writing, the cable is put back: both end up equal and nothing is lost.
two_paired_hosts
ask ann add Groceries 'oat milk' 'rye bread'
expect_same ann ben

unplug ben
ask ann add Groceries 'apples'
ask ann 'done' Groceries/rye
ask ben add Groceries 'pears'
ask ben edit --title 'oat milk, two' 'Groceries/oat milk'
has_item ben 'apples' && say_failure 'the cable was not cut'

plug ben
expect_same ann ben
for title in 'oat milk, two' 'rye bread' 'apples' 'pears'; do has_item ann "$title"; done
