-- None of a claim's plans gets better with the values known, and making them anew was a quarter of its cost (PERF-P3).
alter function cadre_claim_run(text, text, int) set plan_cache_mode = force_generic_plan;
