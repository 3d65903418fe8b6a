import { givenFacts } from "../prompt-facts.fixture.ts";
import { prefixHash } from "./prefix-hash.fixture.ts";

/** A program: prints the hash of the prefix as this process makes it, and what its language and time zone are like. */
const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
process.stdout.write(JSON.stringify({ hash: prefixHash(givenFacts(), 0), number: (1234.5).toLocaleString(), zone }));
