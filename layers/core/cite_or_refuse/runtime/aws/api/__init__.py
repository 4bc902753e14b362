"""The API: runs and verifications over HTTP, answered by one Lambda function.

`app` makes the resolver out of the routes in `runs`, `acting` and `verifications`; `bodies` and
`shapes` say what goes in and comes out, `guard` and `problems` what is refused and how,
`misfits` in which words.
"""
