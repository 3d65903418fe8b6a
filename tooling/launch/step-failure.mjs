/** Something that a person can put right: what happened, and what to do about it. */
export class StepFailure extends Error {
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}
