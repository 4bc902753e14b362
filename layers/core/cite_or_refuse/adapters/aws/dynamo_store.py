"""Runs in one DynamoDB table and their texts in one S3 bucket.

The table has the keys `pk` and `sk` (strings), the TTL attribute `expires_at` (epoch seconds), and

    pk        sk                what                                      written
    RUN#<id>  RUN               version, seq, status, reason, question    by each step, if `version`
                                (shortened), parts (digests of bodies),   is the loaded one
                                kind "RUN", listed "<created_at>#<id>"
    RUN#<id>  SPENT             what was charged, a number for each       by `charge` alone
                                counter of Usage and `tokens`
    RUN#<id>  STEP#<seq, 0001>  a commit: step, at, facts, usage          once
    RUN#<id>  WALK              the execution that walks it, its token    by `Walks`

two indexes, which hold what a line of a list shows, so that a step between the first and the last
writes to neither:

    index      pk      sk      includes
    recent     kind    listed  status, reason, question, expires_at
    by_status  status  listed  reason, question, expires_at

and these are all its requests:

    create         transaction: put RUN and SPENT, if the id is free
    load           query RUN and SPENT, consistent; then the bodies
    find_commit    get STEP, consistent
    commit         the new bodies; then a transaction: update RUN if its version is the loaded one,
                   put STEP if the number is free
    amend, decide  update RUN if its version is the loaded one
    charge         update SPENT if the budget allows the sum
    trail          query STEP#, consistent
    recent         query an index, newest first

A body is the object `texts/<run_id>/<sha256>`, gzip, put before the item that names it. Bodies are
not shared among runs, so that the bucket's lifecycle, in days as the table's TTL, can expire them.
"""
