import type { FleetService } from './services.ts';
import type { Summary } from './summary.ts';

/**
 * What is wrong with how a service was judged, by what it declares, in sentences; none where all is right. `toFind` are the
 * requirements that a fault's cases must find violated; all that it declares unless given.
 */
export function problemsOf(service: FleetService, summary: Summary, toFind?: readonly string[]): readonly string[] {
  const { harnessErrors, suiteFaults, end } = summary;
  return [
    ...harnessErrors,
    ...suiteFaults,
    ...(end === 'complete' ? [] : [`The run ended otherwise: ${end}.`]),
    ...(service.kind === 'fault'
      ? faultProblems(service.declared, summary, toFind)
      : compliantProblems(service.declared, summary)),
  ];
}

type FaultOf = Extract<FleetService, { kind: 'fault' }>['declared'];
type CompliantOf = Extract<FleetService, { kind: 'compliant' }>['declared'];

function faultProblems(fault: FaultOf, { violated, first }: Summary, toFind?: readonly string[]): readonly string[] {
  const allowed = 'breaks' in fault ? fault.breaks : fault.breaksSome;
  const demanded = toFind ?? ('breaks' in fault ? fault.breaks : []);
  const foreign = violated.filter((id) => !allowed.includes(id));
  const missed = demanded.filter((id) => !violated.includes(id));
  return [
    ...(violated.length === 0 ? ['It was not caught.'] : []),
    ...(foreign.length === 0 ? [] : [`Violated, and not declared: ${foreign.join(', ')}. ${first ?? ''}`]),
    ...(missed.length === 0 ? [] : [`Not found violated: ${missed.join(', ')}.`]),
  ];
}

function compliantProblems({ expects }: CompliantOf, summary: Summary): readonly string[] {
  const { verdict, violated, notApplicable, notVerified, first } = summary;
  const applied = (expects.notApplicable ?? []).filter((id) => !notApplicable.includes(id));
  const verified = (expects.notVerified ?? []).filter((id) => !notVerified.includes(id));
  return [
    ...(violated.length === 0 ? [] : [`Accused of ${violated.join(', ')}. ${first ?? ''}`]),
    ...(verdict === expects.verdict ? [] : [`The verdict is ${verdict}, not ${expects.verdict}.`]),
    ...(applied.length === 0 ? [] : [`Not ended as not applicable: ${applied.join(', ')}.`]),
    ...(verified.length === 0 ? [] : [`Not ended as not verified: ${verified.join(', ')}.`]),
  ];
}
