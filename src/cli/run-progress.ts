/** How far a run is when a case ends. */
export interface RunProgress {
  /** Cases that have ended, and cases of the run. */
  readonly done: number;
  readonly total: number;
  readonly caseId: string;
  readonly title: string;
  /**
   * `completed`: the case came to its end, whether it found a violation or not. `stopped`: it ended early, and its checks
   * in the report say why. `failed`: a fault of the suite.
   */
  readonly state: 'completed' | 'stopped' | 'failed';
}
