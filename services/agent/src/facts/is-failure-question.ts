const asksWhy =
  /\b(why|how come|what(['’]s| is| was| went| goes)? (going )?wrong|what (is |was |has |have |are )?(br(eak|oke)\w*|fail\w*|crash\w*|caus\w*)|cause (of|for|behind)|reasons? (for|behind|why)|explain|investigate|debug|find out)\b/i
const failure =
  /\b(fail\w*|err(or(s|ed|ing)?|s)?|exceptions?|crash\w*|br(eak|oke)\w*|wrong|throw(s|n|ing)?|declin\w*|reject\w*|refus\w*|[45]\d\d|[45]xx|down|outage|incidents?|problems?|not work\w*|n['’]?t work\w*|can['’]?t|cannot|unable)\b/i

/** True for questions such as `Why do checkouts fail?` or `What is wrong?`, but not `Is checkout ok?` or `Why is it slow?`. */
export function isFailureQuestion(prompt: string): boolean {
  return asksWhy.test(prompt) && failure.test(prompt)
}
